/** Stores of the merchant with their terminals, as the sandbox has them from its start. */
export const houseStores = ['EDGE-STORE-1', 'EDGE-STORE-2'].map((storeCode) => ({
  storeCode,
  posCodes: ['EDGE-POS-1', 'EDGE-POS-2'],
}))

/** Display names of the stores, as the sandbox has them from its start. */
const storeNames: ReadonlyMap<string, string> = new Map([
  ['EDGE-STORE-1', 'Edge Books, Hoan Kiem'],
  ['EDGE-STORE-2', 'Edge Books, Thu Duc'],
])

/** A till at each terminal. */
export const houseTills = houseStores.flatMap(({ storeCode, posCodes }) =>
  posCodes.map((posCode, index) => ({
    name: `Quầy ${index + 1}`,
    storeName: storeNames.get(storeCode) ?? storeCode,
    storeCode,
    posCode,
  })),
)

/**
 * Rules for foreign rows: payments by the fixed QR of a store, and their refunds, which are not
 * orders of the shop.
 */
export const houseForeignRows = [
  { name: 'merchant-qr', invoiceCode: 'MQR-*' },
  { name: 'merchant-qr', type: '-1', description: '{"original_order_reference_id":"MQR-*' },
]
