import { guidanceIn } from '../sys/guidance.ts'

/** 产品资料 */
export const guidance = guidanceIn('saas', { title: ['产品资料', 'Guidance'] })
