/** Returns the value of an environment variable without surrounding spaces; undefined when it is unset or empty. */
const read = (name: string): string | undefined => process.env[name]?.trim() || undefined;

export const environment = {
  /** Address of the service, with or without the base path; undefined when it is not set. */
  url: (): string | undefined => read('CHARTER_URL'),
  token: (): string | undefined => read('CHARTER_TOKEN'),
  /** Credentials of a registered app, for scripts and CI. */
  app: (): { appId: string; secret: string } | undefined => {
    const [appId, secret] = [read('CHARTER_CLIENT_ID'), read('CHARTER_CLIENT_SECRET')];
    return appId === undefined || secret === undefined ? undefined : { appId, secret };
  },
  profile: (): string | undefined => read('CHARTER_PROFILE'),
  /** Settings of the service that `charter teams-app package` uses as defaults. */
  publicUrl: (): string | undefined => read('CHARTER_PUBLIC_URL'),
  portalTeamsApp: (): string | undefined => read('CHARTER_PORTAL_TEAMS_APP'),
};

export const ENVIRONMENT_HELP = `Environment:
  CHARTER_URL            address of the service (default: that of the sign-in, or
                         http://127.0.0.1:3000)
  CHARTER_PROFILE        name of the sign-in of charter login (default: default)
  CHARTER_TOKEN          access token of the caller, in place of a sign-in
  CHARTER_CLIENT_ID      id of a registered app, in place of a sign-in
  CHARTER_CLIENT_SECRET  its secret
  NO_COLOR               no colours`;
