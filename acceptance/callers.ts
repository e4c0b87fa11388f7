/** Who calls in these suites: people and apps of the sample organisation, by the part they play. */

export type Caller = 'owner' | 'member' | 'stranger' | 'admin' | 'integrator' | 'app' | 'foreigner';

interface Identity {
  /** Of `charter token`. */
  flag: '--user' | '--app';
  /** User principal name, or the app's id. */
  name: string;
}

export const CALLERS: Record<Caller, Identity> = {
  /** Owns the teams that the suites make. */
  owner: { flag: '--user', name: 'ruben.dewit@meridian.example' },
  /** Is a member of them. */
  member: { flag: '--user', name: 'ines.carvalho@meridian.example' },
  /** Has no part in them, and no role. */
  stranger: { flag: '--user', name: 'priya.raman@meridian.example' },
  /** GLOBAL_ADMIN. */
  admin: { flag: '--user', name: 'nadia.okafor@meridian.example' },
  /** INTEGRATION_MANAGER. */
  integrator: { flag: '--user', name: 'ivo.marek@meridian.example' },
  /** A registered app of the same tenant. */
  app: { flag: '--app', name: '4d657269-6469-4a6e-8000-000000000401' },
  /** GLOBAL_ADMIN of another tenant. */
  foreigner: { flag: '--user', name: 'maya.cohen@harbor.example' },
};

/** Somebody of the tenant who plays no other part. */
export const NEWCOMER = 'stefan.huber@meridian.example';

/** Of the other tenant. */
export const FOREIGN_PERSON = 'arun.patel@harbor.example';

/** Names this run: the same service may be tested many times. */
export const RUN = `${process.pid}-${Date.now().toString(36)}`;

/** Id of the template that the suites apply and build their teams from. */
export const TEMPLATE = 'acceptance-plain';

const page = (path: string) => ({
  'teamsApp@odata.bind':
    "https://graph.microsoft.com/v1.0/appCatalogs/teamsApps('com.microsoft.teamspace.tab.web')",
  configuration: { contentUrl: `https://pages.meridian.example/${path}` },
});

/** Id of the template whose teams need the approval of `member`. */
export const GUARDED_TEMPLATE = 'acceptance-guarded';

/** A template for everybody, with no conventions: what is asked for is what is built. */
export const MANIFEST = {
  manifestVersion: '1.0',
  publisher: { name: 'Acceptance' },
  templateConfiguration: {
    id: TEMPLATE,
    name: 'Acceptance plain',
    description: 'For the acceptance suites',
    language: 'en-US',
    enabled: true,
    lifecycle: { enabled: true, inactivityDays: 90, graceDays: 30, action: 'Archive' },
  },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: false },
  initialization: {
    structure: {
      channels: [
        { displayName: 'General', tabs: [{ displayName: 'Home', ...page('home') }] },
        {
          displayName: 'Planning',
          description: 'What comes next',
          tabs: [{ displayName: 'Plan', ...page('plan') }],
        },
      ],
    },
  },
};

/** The same, with an approval. */
export const GUARDED_MANIFEST = {
  ...MANIFEST,
  templateConfiguration: {
    ...MANIFEST.templateConfiguration,
    id: GUARDED_TEMPLATE,
    name: 'Acceptance guarded',
    approval: { requireApproval: true, approvalTeam: [{ id: CALLERS.member.name }] },
  },
};
