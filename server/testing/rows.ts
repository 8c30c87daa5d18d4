/** Child rows as an update takes them that leaves the wanted ones and none of those that are there. */
export const instead = (there: readonly { readonly id?: unknown }[], wanted: readonly object[]): readonly object[] => [
  ...wanted,
  ...there.map(({ id }) => ({ id, removed: true })),
]
