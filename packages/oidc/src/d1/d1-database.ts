/** A prepared statement of D1, as far as it is used here. */
export interface D1Statement {
  bind(...values: readonly (string | number | null)[]): D1Statement
  first<Row>(): Promise<Row | null>
  run(): Promise<{ readonly meta: { readonly changes?: number } }>
}

/** The D1 binding of a Worker, as far as it is used here. */
export interface D1SessionDatabase {
  prepare(query: string): D1Statement
}
