import type { ModalProps } from 'antd'
import { Modal } from 'antd'
import { useIsShown } from './isShown.ts'

export const TabModal = (props: ModalProps) => (useIsShown() ? <Modal centered destroyOnHidden {...props} /> : null)
