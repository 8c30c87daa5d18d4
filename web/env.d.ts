/** Version of the web client, from its package at build time. */
declare const __APP_VERSION__: string
