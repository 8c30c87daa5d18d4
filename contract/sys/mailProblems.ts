import type { Text } from '../kernel/text.ts'

/** Why a letter has not gone, in words; what its server said stands beside it. */
export const mailProblems = {
  LOGIN: ['服务器不接受用户名或密码', 'The server refuses the user name or password'],
  CERTIFICATE: ['服务器的证书不可信', "The server's certificate cannot be trusted"],
  NO_TLS: ['服务器不提供加密连接', 'The server offers no encrypted connection'],
  OPEN: ['不加密的连接不能使用密码', 'A password is not sent over an open connection'],
  NOT_ALLOWED: ['不允许连接该服务器', 'Connections to this server are not allowed'],
  UNREACHABLE: ['无法连接服务器', 'The server cannot be reached'],
  SILENT: ['服务器未及时应答', 'The server did not answer in time'],
  CUT: ['连接中断', 'The connection broke off'],
  LATER: ['服务器要求稍后再试', 'The server asks to try again later'],
  REFUSED: ['服务器拒收', 'The server refused the mail'],
  OTHER: ['未能发出', 'It could not be sent'],
  QUOTA: ['平台今日代发额度已用完', "The platform's quota of the day is used up"],
  NO_SERVER: ['没有可用的邮件服务器', 'There is no mail server'],
  NO_ADDRESS: ['接收人没有已验证的邮箱', 'The receiver has no confirmed address'],
  GONE: ['消息已被清理', 'Its messages are gone'],
  TRIES: ['多次尝试均未发出', 'No try has come through'],
} as const satisfies Record<string, Text>
export type MailProblem = keyof typeof mailProblems
