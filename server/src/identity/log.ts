/** The log for authentication, such as a pino logger. It never receives a token or a secret. */
export interface IdentityLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
