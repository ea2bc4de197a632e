import * as v from 'valibot'

/**
 * A picklist that must name every text of a union type: the compiler rejects a missing text and an
 * additional one. `picklistOfAll<LinkState>()([...])`
 */
export function picklistOfAll<Text extends string>() {
  return <const Listed extends readonly Text[]>(
    listed: Listed & ([Exclude<Text, Listed[number]>] extends [never] ? unknown : never),
  ) => v.picklist<Listed>(listed)
}
