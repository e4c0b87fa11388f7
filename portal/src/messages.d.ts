/** Parts of a catalogue (vite.config.ts). */
declare module '*.json?first' {
  const built: Record<string, string>;
  export default built;
}
declare module '*.json?later' {
  const built: Record<string, string>;
  export default built;
}
