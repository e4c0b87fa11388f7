/** The events a webhook can subscribe to, for people who choose among them (contract 11). */
import type { EventType } from '../../engine/events/model.ts';

export interface EventDescription {
  category: 'Teams' | 'Provisioning' | 'Approvals' | 'Lifecycle';
  description: string;
}

export const EVENT_CATALOG: Record<EventType, EventDescription> = {
  team_created: {
    category: 'Teams',
    description: 'A team was created. Its contents may still be on their way.',
  },
  team_provisioning_completed: {
    category: 'Provisioning',
    description:
      'The building of a requested team ended, with success or without. A request that is rejected, withdrawn or not decided in time has an event of its own instead.',
  },
  team_creation_approval_requested: {
    category: 'Approvals',
    description: 'Somebody asked for a team that needs an approval.',
  },
  team_creation_approved: { category: 'Approvals', description: 'A request for a team was approved.' },
  team_creation_rejected: { category: 'Approvals', description: 'A request for a team was rejected.' },
  team_creation_approval_expired: {
    category: 'Approvals',
    description: 'Nobody decided on a request for a team in time.',
  },
  team_creation_approval_cancelled: {
    category: 'Approvals',
    description: 'The requester withdrew a request for a team.',
  },
  team_updated: { category: 'Teams', description: 'Settings of a team were changed.' },
  team_archived: { category: 'Teams', description: 'A team was archived.' },
  team_unarchived: { category: 'Teams', description: 'An archived team was brought back.' },
  team_deleted: { category: 'Teams', description: 'A team was deleted.' },
  team_member_added: { category: 'Teams', description: 'A member was added to a team, or promoted.' },
  team_channel_created: { category: 'Teams', description: 'A channel was created.' },
  team_channel_tab_created: { category: 'Teams', description: 'A tab was created in a channel.' },
  permanent_membership_restored: {
    category: 'Lifecycle',
    description: 'A permanent member who had been removed from a team was put back.',
  },
  team_inactive: {
    category: 'Lifecycle',
    description: 'A team has been without activity for its template’s time.',
  },
  team_expired: { category: 'Lifecycle', description: 'The grace of an inactive team has run out.' },
};
