/** Returns the value of an environment variable without surrounding spaces; undefined when it is unset or empty. */
const read = (name: string): string | undefined => process.env[name]?.trim() || undefined;

export const environment = {
  /** Address of the service, with or without the base path. */
  url: (): string => read('CHARTER_URL') ?? 'http://127.0.0.1:3000',
  token: (): string | undefined => read('CHARTER_TOKEN'),
  /** Settings of the service that `charter teams-app package` uses as defaults. */
  publicUrl: (): string | undefined => read('CHARTER_PUBLIC_URL'),
  portalTeamsApp: (): string | undefined => read('CHARTER_PORTAL_TEAMS_APP'),
};

export const ENVIRONMENT_HELP = `Environment:
  CHARTER_URL    address of the service (default: http://127.0.0.1:3000)
  CHARTER_TOKEN  access token of the caller
  NO_COLOR       no colours`;
