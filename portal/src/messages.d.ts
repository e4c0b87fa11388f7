/** The two parts into which vite.config.ts splits each message catalogue. */
declare module '*.json?first' {
  const built: Record<string, string>;
  export default built;
}
declare module '*.json?later' {
  const built: Record<string, string>;
  export default built;
}
