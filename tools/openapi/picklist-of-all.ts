import * as v from 'valibot'

/**
 * A picklist that must name every text of a type: the compiler refuses one that leaves a text out, or has another.
 * `picklistOfAll<LinkState>()([...])`
 */
export function picklistOfAll<Text extends string>() {
  return <const Listed extends readonly Text[]>(
    listed: Listed & ([Exclude<Text, Listed[number]>] extends [never] ? unknown : never),
  ) => v.picklist<Listed>(listed)
}
