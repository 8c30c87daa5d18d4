import { faults } from '@lading/contract/kernel/fault.ts'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

test('S-84 S-85 S-86 S-87 S-89 the catalogue’s texts are the specification’s, to the letter', () => {
  expect(Object.fromEntries(Object.entries(catalogue).map(([name, [zh]]) => [name, zh]))).toEqual({
    status: '{status} 服务器内部异常',
    silent: '服务内部异常!',
    noAnswer: '请检查网络设置',
    forbiddenPage: '您没有访问该页面的权限',
    upgradeTitle: '程序升级',
    upgrade: '程序已升级，请刷新后重试',
    noPermissions: '该账号没有系统查看权限，请联系管理员',
    noMenu: '缺少权限，请联系系统管理员',
    expired: '登录过期,是否跳转到登录界面',
    otherAccount: '同一个浏览器同一个环境，已登录其他账号，请刷新浏览器',
    serviceVersionUnknown: '版本号未知',
    webVersionUnknown: '版本未知',
    passwordChanged: '修改密码成功，您将重新登录',
    logOut: '是否确认注销当前账户?',
    initialPassword: '当前账号的密码是初始密码，是否进行修改',
  })
  expect(faults.tokenExpired.text[0]).toBe('Access Token已过期')
})
