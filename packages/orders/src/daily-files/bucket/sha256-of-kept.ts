/** SHA-256 of a stored copy of a partner file; it tells whether this content was sent. */
export function sha256OfKept({ customMetadata, etag }: R2Object): string {
  return customMetadata?.['sha256'] ?? etag
}
