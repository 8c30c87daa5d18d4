import type { Refusal } from '../kernel/fault.ts'

/** Of connections that go out. */
export const outboundFaults = {
  notAllowed: {
    code: 42500,
    text: [
      '地址[{host}]不允许连接，请联系系统管理员加入允许的地址',
      'Connections to [{host}] are not allowed: ask the administrator of the installation to allow the address',
    ],
  },
  address: { code: 42501, text: ['[{url}]不是有效的网址', '[{url}] is not a valid address'] },
} as const satisfies Record<string, Refusal>
