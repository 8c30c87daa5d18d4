import { entity } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, note, ref, refs, text } from '../kernel/field.ts'

/** 应用: a program that is installed on devices, such as the handheld's. */
export const app = entity('sys', 'app', {
  title: ['应用', 'App'],
  scope: 'tenant',
  fields: {
    appName: code(['应用名', 'Name'], { required: true, frozen: true, max: 48 }),
    title: text(['标题', 'Title'], { required: true }),
    platform: choice(
      ['平台', 'Platform'],
      {
        ANDROID: ['安卓', 'Android'],
        IOS: ['iOS', 'iOS'],
        PDA: ['手持终端', 'Handheld'],
        WINDOWS: ['Windows', 'Windows'],
        WEB: ['网页', 'Web'],
      },
      { required: true, initial: 'PDA' },
    ),
  },
  unique: [['appName']],
  label: { code: 'appName', name: 'title' },
  actions: ['create', 'update', 'remove', 'enable_disable'],
  sort: 'appName',
})

/** 应用版本: published while it is enabled; a fresh one is a draft. */
export const appVersion = entity('sys', 'appVersion', {
  title: ['应用版本', 'App version'],
  module: 'app',
  scope: 'tenant',
  fields: {
    appId: ref(['应用', 'App'], 'sys.app', { required: true, frozen: true }),
    appName: code(['应用名', 'Name'], { required: true, filter: true, max: 48, derived: true }),
    versionName: code(['版本名', 'Version'], { required: true, filter: true, max: 32 }),
    versionCode: int(['版本号', 'Version code'], { required: true, least: 1 }),
    introduce: note(['简介', 'Introduction'], { max: 2000 }),
    add: note(['新增', 'Added'], { max: 2000 }),
    update: note(['优化', 'Changed'], { max: 2000 }),
    fix: note(['修复', 'Fixed'], { max: 2000 }),
    downloadUrl: text(['下载地址', 'Download'], { max: 500 }),
    sha256: code(['SHA-256校验值', 'SHA-256'], { max: 64 }),
    size: int(['大小（字节）', 'Size (bytes)']),
    force: flag(['强制更新', 'Mandatory']),
    /** Devices with an older one must update, whatever else is said of it. */
    minVersionCode: int(['最低可用版本号', 'Oldest version allowed'], {
      least: 1,
      hint: ['低于此版本号的设备必须更新', 'Devices with an older version must update'],
    }),
    grayPercent: int(['灰度比例（%）', 'Offered to (%)'], {
      required: true,
      initial: 100,
      most: 100,
      hint: ['按设备固定抽取，逐步调大', 'The same devices each time; raise it step by step'],
    }),
    grayOrgIds: refs(['灰度组织', 'Offered in'], 'sys.org', {
      hint: ['不选表示全部组织', 'If none is selected: everywhere'],
    }),
    /** Once published it stays, since devices may have it. */
    publishedAt: instant(['发布时间', 'Published at'], { derived: true }),
  },
  unique: [['appId', 'versionCode']],
  list: ['versionName', 'appId', 'versionCode', 'publishedAt', 'force', 'grayPercent', 'minVersionCode', 'introduce'],
  form: [
    'appId',
    'versionName',
    'versionCode',
    'downloadUrl',
    'sha256',
    'size',
    'force',
    'minVersionCode',
    'grayPercent',
    'grayOrgIds',
    'introduce',
    'add',
    'update',
    'fix',
  ],
  label: { code: 'versionName', name: 'versionName' },
  actions: ['create', 'update', 'remove', 'enable_disable', 'export'],
  verbs: { enable: ['发布', 'Publish'], disable: ['撤回', 'Withdraw'] },
  found: false,
  sort: '-versionCode',
})

/** 安装记录: which device went to which version. */
export const appVersionRecord = entity('sys', 'appVersionRecord', {
  title: ['安装记录', 'Installation'],
  module: 'app',
  scope: 'tenant',
  fields: {
    appName: code(['应用名', 'Name'], { required: true, filter: true, max: 48 }),
    device: code(['设备', 'Device'], { required: true, filter: true, max: 64 }),
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true, filter: true }),
    fromVersionCode: int(['原版本号', 'From']),
    toVersionCode: int(['新版本号', 'To'], { required: true }),
    versionName: code(['版本名', 'Version'], { max: 32 }),
  },
  actions: [],
  appendOnly: true,
  indexes: [['appName']],
})

export const appLogMaxBytes = 20 * 1024 * 1024
/** 应用日志: what a device has written, packed, for who looks after it. */
export const appLog = entity('sys', 'appLog', {
  title: ['应用日志', 'App log'],
  module: 'app',
  scope: 'tenant',
  fields: {
    appName: code(['应用名', 'Name'], { required: true, max: 48 }),
    device: code(['设备', 'Device'], { max: 64 }),
    name: text(['文件名', 'File name'], { required: true, max: 100 }),
    size: int(['字节数', 'Bytes'], { required: true, most: appLogMaxBytes }),
    sha256: code(['摘要', 'SHA-256'], { required: true, max: 64 }),
    /** Bytes, whatever a declaration calls them. */
    content: text(['内容', 'Content'], { required: true }),
  },
  actions: [],
})
