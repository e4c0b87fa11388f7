/** Where the room tells operators what happened; a pino logger fits. Never given a token or a secret. */
export interface IdentityLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
