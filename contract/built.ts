/**
 * The menu entries whose page exists, as `sub-system/name`. A menu entry is shown only when it stands here, and it is
 * added in the commit that registers its page. Plain data, so that tools and tests read it without the client's code.
 */
export const built: readonly string[] = ['wms/ownerList']
