/** Worth of a point in VND. Assumes G-27. @see Specification 1 */
export const pointValueVnd = 1000
