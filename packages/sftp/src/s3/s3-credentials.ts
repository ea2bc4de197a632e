/** Who signs requests to the S3 API. */
export interface S3Credentials {
  /** Id of the access key; it stands in every request. */
  readonly accessKeyId: string
  /** Secret of the access key; it never leaves this process. */
  readonly secretAccessKey: string
}
