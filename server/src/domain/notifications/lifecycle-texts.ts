/** Texts about the lifecycle of teams, in each language. */
import type { CapFacts, ExpiryAction, TeamFacts } from './model.ts';

interface Words {
  subject: string;
  body: string;
}

/** Dates as text in the reader's language. */
export type TeamWords = TeamFacts & { expires: string; last: string };

export interface LifecycleWriters {
  team_inactive: (facts: TeamWords) => Words;
  team_expired: (facts: TeamWords) => Words;
  lifecycle_run_capped: (facts: CapFacts) => Words;
}

type PerAction = Record<ExpiryAction, string>;

const EN_THEN: PerAction = {
  None: 'it counts as expired',
  Archive: 'it will be archived: everything stays readable, and nothing can be changed',
  Delete: 'it will be deleted with all that is in it',
};
const EN_DONE: PerAction = {
  None: 'It counts as expired; nothing else happens to it.',
  Archive: 'It is being archived. An owner can bring it back.',
  Delete: 'It is being deleted.',
};

export const LIFECYCLE_EN: LifecycleWriters = {
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `Is the team “${teamName}” still needed?`,
    body: `Nothing has happened in the team “${teamName}” since ${last}. If nobody renews it or works in it, on ${expires} ${EN_THEN[action]}. Renew it if it is still needed.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `The team “${teamName}” has expired`,
    body: `Nobody renewed the team “${teamName}”, and nothing happened in it. ${EN_DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Lifecycle: ${leftCount} expired teams were left for the next run`,
    body: `The lifecycle run archived or deleted ${actedCount} teams and stopped at its cap. ${leftCount} more have expired; the next runs go on with them. Look at the simulation before you raise the cap.`,
  }),
};

const FR_THEN: PerAction = {
  None: 'elle sera considérée comme expirée',
  Archive: 'elle sera archivée : tout restera lisible, et rien ne pourra plus être modifié',
  Delete: 'elle sera supprimée avec tout son contenu',
};
const FR_DONE: PerAction = {
  None: 'Elle est considérée comme expirée ; rien d’autre ne lui arrive.',
  Archive: 'Elle est en cours d’archivage. Un propriétaire peut la rétablir.',
  Delete: 'Elle est en cours de suppression.',
};

export const LIFECYCLE_FR: LifecycleWriters = {
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `L’équipe « ${teamName} » est-elle encore utile ?`,
    body: `Il ne s’est rien passé dans l’équipe « ${teamName} » depuis le ${last}. Si personne ne la renouvelle ni n’y travaille, le ${expires} ${FR_THEN[action]}. Renouvelez-la si elle est encore utile.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `L’équipe « ${teamName} » a expiré`,
    body: `Personne n’a renouvelé l’équipe « ${teamName} », et il ne s’y est rien passé. ${FR_DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Cycle de vie : équipes expirées laissées à la prochaine exécution (${leftCount})`,
    body: `L’exécution du cycle de vie s’est arrêtée à son plafond. Équipes archivées ou supprimées : ${actedCount}. Équipes expirées que les prochaines exécutions traiteront : ${leftCount}. Consultez la simulation avant de relever le plafond.`,
  }),
};

const DE_THEN: Record<ExpiryAction, (date: string) => string> = {
  None: (date) => `gilt es am ${date} als abgelaufen`,
  Archive: (date) => `wird es am ${date} archiviert: Alles bleibt lesbar, und nichts lässt sich mehr ändern`,
  Delete: (date) => `wird es am ${date} mit seinem gesamten Inhalt gelöscht`,
};
const DE_DONE: PerAction = {
  None: 'Es gilt als abgelaufen; sonst geschieht nichts.',
  Archive: 'Es wird archiviert. Besitzer können es zurückholen.',
  Delete: 'Es wird gelöscht.',
};

export const LIFECYCLE_DE: LifecycleWriters = {
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `Wird das Team „${teamName}“ noch gebraucht?`,
    body: `Im Team „${teamName}“ ist seit dem ${last} nichts geschehen. Wenn niemand es verlängert oder darin arbeitet, ${DE_THEN[action](expires)}. Verlängern Sie es, wenn es noch gebraucht wird.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `Das Team „${teamName}“ ist abgelaufen`,
    body: `Niemand hat das Team „${teamName}“ verlängert, und nichts ist darin geschehen. ${DE_DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Lebenszyklus: abgelaufene Teams bleiben für den nächsten Lauf (${leftCount})`,
    body: `Der Lauf des Lebenszyklus hat an seiner Obergrenze gehalten. Archivierte oder gelöschte Teams: ${actedCount}. Abgelaufene Teams, mit denen die nächsten Läufe weitermachen: ${leftCount}. Sehen Sie sich die Simulation an, bevor Sie die Obergrenze anheben.`,
  }),
};
