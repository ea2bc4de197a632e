/** The one algorithm of the service, fixed here so that no input can choose another. @see Specification 5.2 */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
