import type { SuiteTeam, Team } from '../../domain/teams/model.ts';

/** The fields of a team that events report. */
export type ShownTeam = Omit<
  Team,
  'id' | 'createdDateTime' | 'internalId' | 'specialization' | 'webUrl' | 'isMembershipLimitedToOwners'
> & { sensitivityLabelId: string | null };

export function toShown({ team, sensitivityLabelId }: Omit<SuiteTeam, 'version'>): ShownTeam {
  const {
    id: _,
    createdDateTime: _created,
    internalId: _internal,
    specialization: _special,
    webUrl: _url,
    isMembershipLimitedToOwners: _limited,
    ...shown
  } = team;
  return { ...shown, sensitivityLabelId };
}
