/** The sections of a team's page. The address names the open one. */
export const TEAM_SECTIONS = ['members', 'channels', 'governance', 'lifecycle', 'history'] as const;
export type TeamSection = (typeof TEAM_SECTIONS)[number];

export const sectionOf = (name: unknown): TeamSection | undefined =>
  TEAM_SECTIONS.find((section) => section === name);
