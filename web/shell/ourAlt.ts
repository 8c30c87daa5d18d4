type Modifiers = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>
/** On a Mac the same key writes characters and goes from word to word: in a field it is left to that. */
export const isOurAlt = ({ altKey, ctrlKey, metaKey }: Modifiers, isInField: boolean, platform: string): boolean =>
  altKey && !ctrlKey && !metaKey && !(isInField && /Mac|iP/.test(platform))
