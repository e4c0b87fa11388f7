/** The texts of notifications in French. */
import type { ExpiryAction } from '../teams/model.ts';
import type { FailureFacts, FailureReason, Texts } from './model.ts';

const THEN: Record<ExpiryAction, string> = {
  None: 'elle sera considérée comme expirée',
  Archive: 'elle sera archivée : tout restera lisible, et rien ne pourra plus être modifié',
  Delete: 'elle sera supprimée avec tout son contenu',
};
const DONE: Record<ExpiryAction, string> = {
  None: 'Elle est considérée comme expirée ; rien d’autre ne lui arrive.',
  Archive: 'Elle est en cours d’archivage. Un propriétaire peut la rétablir.',
  Delete: 'Elle est en cours de suppression.',
};

const STEPS: Readonly<Record<string, string>> = {
  createTeam: 'créer l’équipe',
  setSensitivityLabel: 'définir l’étiquette de confidentialité',
  applySettings: 'appliquer les paramètres',
  createChannels: 'créer les canaux',
  installApps: 'installer les applications',
  createTabs: 'créer les onglets',
  setPicture: 'définir l’image',
  addRequester: 'ajouter le demandeur',
  addRequestedMembers: 'ajouter les propriétaires et membres demandés',
  addPermanentMembers: 'ajouter les propriétaires et membres permanents',
  postWelcomeMessage: 'publier le message de bienvenue',
  archiveTeam: 'archiver l’équipe',
  unarchiveTeam: 'désarchiver l’équipe',
};
const CAUSES: Record<FailureReason, string> = {
  unavailable:
    'Le système qui contient les équipes a échoué à plusieurs reprises, bien que Charter ait répété l’étape un moment.',
  internal: 'Un problème est survenu dans Charter.',
  missing: 'Un élément nécessaire à cette étape n’existe plus.',
  taken: 'Une autre équipe a pris le nom ou l’adresse entre-temps.',
  rejected: 'Le système qui contient les équipes a refusé l’étape.',
};
const TRY_AGAIN =
  'Les administrateurs sont prévenus. « Reprendre à l’étape échouée » sur la page de la demande continue à partir de là.';
const CORRECT =
  'Les administrateurs sont prévenus et peuvent corriger la cause. Choisissez ensuite « Reprendre à l’étape échouée » sur la page de la demande, ou faites une nouvelle demande.';
const ADVICE: Record<FailureReason, string> = {
  unavailable: TRY_AGAIN,
  internal: TRY_AGAIN,
  missing: CORRECT,
  taken: 'Faites une nouvelle demande avec un autre nom.',
  rejected: CORRECT,
};

/** Says what failed, why, and what stays. */
function failure({ reason, step, remains }: FailureFacts): string {
  const words = STEPS[step ?? ''];
  const at = words === undefined ? [] : [`Étape en échec : « ${words} ».`];
  return [...at, CAUSES[reason], ...(remains ? ['Ce qui a été créé jusque-là est conservé.'] : [])].join(' ');
}

export const FR: Texts = {
  quoted: (message) => `« ${message} »`,
  details: (detail) => `Détails pour les administrateurs : ${detail}`,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} demande l’équipe « ${teamName} »`,
    body: `${requesterName} demande une équipe nommée « ${teamName} », d’après le modèle « ${templateName} ». Merci d’approuver ou de refuser la demande avant le ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Rappel : l’équipe « ${teamName} » attend votre approbation`,
    body: `${requesterName} attend toujours une décision au sujet de l’équipe « ${teamName} ». La demande expire le ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `La demande de l’équipe « ${teamName} » a été retirée`,
    body: `${actorName} a retiré la demande de l’équipe « ${teamName} ». Il n’y a plus rien à décider.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Votre équipe « ${teamName} » est approuvée`,
    body: `${actorName} a approuvé votre demande de l’équipe « ${teamName} ». Elle est en cours de création.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Votre équipe « ${teamName} » est refusée`,
    body: `${actorName} a refusé votre demande de l’équipe « ${teamName} ».`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Votre demande de l’équipe « ${teamName} » a expiré`,
    body: `Personne n’a statué à temps sur votre demande de l’équipe « ${teamName} ». Refaites-la si vous avez toujours besoin de l’équipe.`,
  }),
  team_ready: ({ teamName, templateName }) => ({
    subject: `Votre équipe « ${teamName} » est prête`,
    body: `L’équipe « ${teamName} » que vous avez demandée est créée d’après le modèle « ${templateName} » et peut être utilisée.`,
  }),
  request_failed: (facts) => ({
    subject: `Votre équipe « ${facts.teamName} » n’a pas pu être créée`,
    body: `Votre demande de l’équipe « ${facts.teamName} » a échoué. ${failure(facts)} ${ADVICE[facts.reason]}`,
  }),
  job_failed: (facts) => ({
    subject:
      facts.purpose === 'request'
        ? `L’équipe « ${facts.teamName} » n’a pas pu être créée`
        : `Une opération sur l’équipe « ${facts.teamName} » a échoué`,
    body: `Lancée par : ${facts.requesterName}. ${failure(facts)} Consultez la page de la tâche. Quand la cause est corrigée, choisissez-y « Reprendre à l’étape échouée ».`,
  }),
  job_cancelled: ({ purpose, teamName, actorName, removes }) =>
    purpose === 'request'
      ? {
          subject: `Votre demande de l’équipe « ${teamName} » a été annulée`,
          body: `${actorName} a annulé votre demande de l’équipe « ${teamName} ». ${removes ? 'Ce qui avait été créé est supprimé.' : 'Ce qui avait été créé est conservé.'}`,
        }
      : {
          subject: `Une opération sur l’équipe « ${teamName} » a été annulée`,
          body: `${actorName} a annulé l’opération sur l’équipe « ${teamName} » que vous aviez lancée.`,
        },
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Votre webhook « ${hookName} » a été désactivé`,
    body: `${
      reason === 'gone'
        ? `Le destinataire de votre webhook « ${hookName} » a répondu qu’il n’existe plus (410) ; plus rien ne lui est envoyé.`
        : `Toutes les tentatives de livraison à votre webhook « ${hookName} » échouent depuis cinq jours ; plus rien ne lui est envoyé.`
    } Ce qui n’a pas été livré est conservé et sera envoyé quand vous le réactiverez.`,
  }),
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `L’équipe « ${teamName} » est-elle encore utile ?`,
    body: `Il ne s’est rien passé dans l’équipe « ${teamName} » depuis le ${last}. Si personne ne la renouvelle ni n’y travaille, le ${expires} ${THEN[action]}. Renouvelez-la si elle est encore utile.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `L’équipe « ${teamName} » a expiré`,
    body: `Personne n’a renouvelé l’équipe « ${teamName} », et il ne s’y est rien passé. ${DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Cycle de vie : équipes expirées laissées à la prochaine exécution (${leftCount})`,
    body: `L’exécution du cycle de vie s’est arrêtée à son plafond. Équipes archivées ou supprimées : ${actedCount}. Équipes expirées que les prochaines exécutions traiteront : ${leftCount}. Consultez la simulation avant de relever le plafond.`,
  }),
  graph_account_lost: ({ accountName, reason }) => ({
    subject: `Le compte ${accountName} doit être reconnecté`,
    body: `Charter ne peut plus se connecter à Microsoft 365 en tant que ${accountName}. Il n’applique donc plus d’étiquettes de confidentialité et ne publie plus de messages de bienvenue. Les demandes qui en ont besoin attendent ou sont refusées. Demandez à l’exploitant du service d’exécuter « charter graph-account connect ». Microsoft indique : ${reason}`,
  }),
  graph_access_lost: ({ accessReason }) => ({
    subject: 'Microsoft 365 ne donne plus accès à Charter',
    body: `Microsoft 365 ne donne plus à Charter un accès complet à votre organisation. Les demandes d’équipes sont acceptées et attendent, les listes de personnes et d’équipes peuvent être périmées, et aucune stratégie ne rétablit quoi que ce soit. Demandez à l’exploitant du service d’exécuter « charter graph check », puis accordez le consentement ou renouvelez les informations d’identification. Tout continue ensuite de soi-même. La raison : ${accessReason}`,
  }),
  template_people_departed: ({ templateName, people }) => ({
    subject: `Des personnes du modèle « ${templateName} » sont parties`,
    body: `Le modèle « ${templateName} » ou une demande qui l’utilise nomme des personnes qui ne sont plus dans l’annuaire ou dont le compte est fermé : ${people.join(', ')}. Les nouvelles équipes sont créées sans elles. Veuillez corriger le modèle.`,
  }),
};
