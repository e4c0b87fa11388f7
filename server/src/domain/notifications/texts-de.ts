/** The texts of notifications in German. */
import type { ExpiryAction } from '../teams/model.ts';
import type { Texts } from './model.ts';

const THEN: Record<ExpiryAction, (date: string) => string> = {
  None: (date) => `gilt es am ${date} als abgelaufen`,
  Archive: (date) => `wird es am ${date} archiviert: Alles bleibt lesbar, und nichts lässt sich mehr ändern`,
  Delete: (date) => `wird es am ${date} mit seinem gesamten Inhalt gelöscht`,
};
const DONE: Record<ExpiryAction, string> = {
  None: 'Es gilt als abgelaufen; sonst geschieht nichts.',
  Archive: 'Es wird archiviert. Besitzer können es zurückholen.',
  Delete: 'Es wird gelöscht.',
};

export const DE: Texts = {
  quoted: (message) => `„${message}“`,
  approval_requested: ({ teamName, templateName, requesterName, expires }) => ({
    subject: `${requesterName} beantragt das Team „${teamName}“`,
    body: `${requesterName} beantragt ein Team namens „${teamName}“ nach der Vorlage „${templateName}“. Bitte genehmigen Sie den Antrag oder lehnen Sie ihn ab, spätestens am ${expires}.`,
  }),
  approval_reminder: ({ teamName, requesterName, expires }) => ({
    subject: `Erinnerung: Das Team „${teamName}“ wartet auf Ihre Genehmigung`,
    body: `${requesterName} wartet noch auf eine Entscheidung über das Team „${teamName}“. Der Antrag verfällt am ${expires}.`,
  }),
  approval_withdrawn: ({ teamName, actorName = '' }) => ({
    subject: `Der Antrag auf das Team „${teamName}“ wurde zurückgezogen`,
    body: `${actorName} hat den Antrag auf das Team „${teamName}“ zurückgezogen. Es ist nichts mehr zu entscheiden.`,
  }),
  request_approved: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ ist genehmigt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ genehmigt. Es wird jetzt angelegt.`,
  }),
  request_rejected: ({ teamName, actorName = '' }) => ({
    subject: `Ihr Team „${teamName}“ wurde abgelehnt`,
    body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ abgelehnt.`,
  }),
  request_expired: ({ teamName }) => ({
    subject: `Ihr Antrag auf das Team „${teamName}“ ist verfallen`,
    body: `Niemand hat rechtzeitig über Ihren Antrag auf das Team „${teamName}“ entschieden. Stellen Sie ihn neu, wenn Sie das Team noch brauchen.`,
  }),
  job_cancelled: ({ purpose, teamName, actorName, removes }) =>
    purpose === 'request'
      ? {
          subject: `Ihr Antrag auf das Team „${teamName}“ wurde abgebrochen`,
          body: `${actorName} hat Ihren Antrag auf das Team „${teamName}“ abgebrochen. ${removes ? 'Was schon angelegt war, wird gelöscht.' : 'Was schon angelegt war, bleibt.'}`,
        }
      : {
          subject: `Eine Arbeit am Team „${teamName}“ wurde abgebrochen`,
          body: `${actorName} hat die Arbeit am Team „${teamName}“ abgebrochen, die Sie begonnen hatten.`,
        },
  webhook_disabled: ({ hookName, reason }) => ({
    subject: `Ihr Webhook „${hookName}“ wurde abgeschaltet`,
    body: `${
      reason === 'gone'
        ? `Der Empfänger Ihres Webhooks „${hookName}“ hat geantwortet, dass es ihn nicht mehr gibt (410); es wird nichts mehr an ihn gesendet.`
        : `Seit fünf Tagen ist jeder Versuch gescheitert, an Ihren Webhook „${hookName}“ zuzustellen; es wird nichts mehr an ihn gesendet.`
    } Was nicht zugestellt wurde, wird aufbewahrt und gesendet, sobald Sie ihn wieder einschalten.`,
  }),
  team_inactive: ({ teamName, action, expires, last }) => ({
    subject: `Wird das Team „${teamName}“ noch gebraucht?`,
    body: `Im Team „${teamName}“ ist seit dem ${last} nichts geschehen. Wenn niemand es verlängert oder darin arbeitet, ${THEN[action](expires)}. Verlängern Sie es, wenn es noch gebraucht wird.`,
  }),
  team_expired: ({ teamName, action }) => ({
    subject: `Das Team „${teamName}“ ist abgelaufen`,
    body: `Niemand hat das Team „${teamName}“ verlängert, und nichts ist darin geschehen. ${DONE[action]}`,
  }),
  lifecycle_run_capped: ({ actedCount, leftCount }) => ({
    subject: `Lebenszyklus: abgelaufene Teams bleiben für den nächsten Lauf (${leftCount})`,
    body: `Der Lauf des Lebenszyklus hat an seiner Obergrenze gehalten. Archivierte oder gelöschte Teams: ${actedCount}. Abgelaufene Teams, mit denen die nächsten Läufe weitermachen: ${leftCount}. Sehen Sie sich die Simulation an, bevor Sie die Obergrenze anheben.`,
  }),
  graph_account_lost: ({ accountName, reason }) => ({
    subject: `Das Konto ${accountName} muss neu verbunden werden`,
    body: `Charter kann sich bei Microsoft 365 nicht mehr als ${accountName} anmelden. Deshalb setzt es keine Vertraulichkeitsbezeichnungen und veröffentlicht keine Begrüßungen. Anfragen, die das brauchen, warten oder werden abgelehnt. Bitten Sie den Betreiber des Dienstes, „charter graph-account connect“ auszuführen. Microsoft meldet: ${reason}`,
  }),
  graph_access_lost: ({ accessReason }) => ({
    subject: 'Microsoft 365 gewährt Charter keinen Zugriff',
    body: `Microsoft 365 gewährt Charter keinen vollen Zugriff mehr auf Ihre Organisation. Anfragen für Teams werden angenommen und warten, Listen von Personen und Teams können veraltet sein, und keine Richtlinie stellt etwas wieder her. Bitten Sie den Betreiber des Dienstes, „charter graph check“ auszuführen, und erteilen Sie die Zustimmung oder erneuern Sie die Anmeldedaten. Danach geht alles von selbst weiter. Der Grund: ${accessReason}`,
  }),
};
