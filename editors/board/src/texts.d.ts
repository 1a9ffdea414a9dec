/** The definitions of stones, wood and marks, which the server's pictures bring, too. */
declare module '*/art.svg' {
  const definitions: string;
  export default definitions;
}

/** A style sheet, as text. */
declare module '*.css' {
  const rules: string;
  export default rules;
}
