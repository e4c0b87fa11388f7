import type { CatalogTemplate } from '@charter/sdk';
import { Body1, Button, Caption1, Field, Input, Link, Spinner, Textarea } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { Problem, RetryNotice, SlowNotice } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { useIsSlow } from '../../components/use-is-slow.ts';
import { SimilarTeams } from '../directory/SimilarTeams.tsx';
import { useBranding } from '../organization/use-branding.ts';
import { QuestionFields } from '../questions/QuestionFields.tsx';
import { useCheckedAnswers } from '../questions/queries.ts';
import { useMyTemplates } from '../templates/queries.ts';
import { PeoplePicker } from '../users/PeoplePicker.tsx';
import { toAnswersDraft, useDraft } from './draft.ts';
import { PlanPreview } from './PlanPreview.tsx';
import { usePlan, useSendRequest } from './queries.ts';
import { TYPING_MILLISECONDS, useFormStyles, useRequestForm } from './use-request-form.ts';

export function RequestPage() {
  const text = useMessages();
  const { templateId } = useParams({ from: '/request/$templateId' });
  const templates = useMyTemplates();
  const find = (known: readonly CatalogTemplate[]) =>
    known.find(({ templateConfiguration }) => templateConfiguration.id === templateId);
  const name = find(templates.data?.value ?? [])?.templateConfiguration.name;
  return (
    <Page title={name ?? text('request.title')}>
      <QueryView query={templates}>
        {({ value }) => {
          const template = find(value);
          return template === undefined ? (
            <Body1>{text('request.noTemplate')}</Body1>
          ) : (
            <RequestForm template={template} />
          );
        }}
      </QueryView>
    </Page>
  );
}

/** A link to the organisation's rules for names. */
function NameRules({ href }: { href: string }) {
  const text = useMessages();
  return (
    <Link inline href={href} target="_blank" rel="noreferrer">
      {text('nav.help.names')}
    </Link>
  );
}

function useForm(id: string, hasQuestions: boolean) {
  const { draft, change, discard } = useDraft(id);
  const typed = useDebounced(draft, TYPING_MILLISECONDS);
  const checking = useCheckedAnswers(toAnswersDraft(id, typed), hasQuestions);
  const isAnswered = !hasQuestions || checking.data?.problems.length === 0;
  const plan = usePlan(id, typed, checking.data, isAnswered);
  const sending = useSendRequest(id, hasQuestions);
  const state = useRequestForm({ draft, typed, isAnswered, checking, plan, sending, discard });
  return { draft, typed, change, plan, sending, ...state };
}

function RequestForm({ template }: { template: CatalogTemplate }) {
  const styles = useFormStyles();
  const text = useMessages();
  const { id, mandatoryMembership, questions = [] } = template.templateConfiguration;
  const { namingRulesUrl: rules } = useBranding();
  const asked = useForm(id, questions.length > 0);
  const { draft, typed, change, plan, sending, problemAt, send, open, canSend } = asked;
  const { checked, isAnswered, wasTried, error } = asked.questions;
  const isSlow = useIsSlow(sending.isPending);
  return (
    <form className={styles.columns} onSubmit={send} noValidate ref={asked.form}>
      <Section title={text('request.fields')}>
        <div className={styles.fields}>
          <Field
            label={text('team.name')}
            hint={rules === undefined ? null : <NameRules href={rules} />}
            required
            {...problemAt('team.name')}
          >
            <Input value={draft.name} onChange={(_event, { value }) => change({ name: value })} />
          </Field>
          <SimilarTeams draft={toAnswersDraft(id, typed)} />
          <Field label={text('team.description')} {...problemAt('team.description')}>
            <Textarea
              value={draft.description}
              onChange={(_event, { value }) => change({ description: value })}
            />
          </Field>
          <PeoplePicker
            label={text('team.owners')}
            hint={hintOf(text('request.owners'), mandatoryMembership?.owners)}
            most={20}
            chosen={draft.owners}
            onChange={(owners) => change({ owners })}
            onOpen={open.of('owners')}
            problem={problemAt('team.membership.owners').validationMessage}
          />
          <PeoplePicker
            label={text('team.members')}
            hint={hintOf(text('request.members'), mandatoryMembership?.members)}
            most={200}
            chosen={draft.members}
            onChange={(members) => change({ members })}
            onOpen={open.of('members')}
            problem={problemAt('team.membership.members').validationMessage}
          />
          <Field label={text('team.welcomeMessage')} {...problemAt('team.welcomeMessage')}>
            <Textarea
              value={draft.welcomeMessage}
              onChange={(_event, { value }) => change({ welcomeMessage: value })}
            />
          </Field>
          <QuestionFields
            questions={questions}
            answers={draft.answers}
            checked={checked}
            showsMissing={wasTried}
            problemAt={problemAt}
            onChange={(answers) => change({ answers })}
          />
          {error !== null && <Problem error={error} />}
          {sending.failureReason !== null && sending.isPending && (
            <RetryNotice error={sending.failureReason} />
          )}
          {isSlow && sending.failureReason === null && <SlowNotice />}
          {sending.error !== null && <Problem error={sending.error} />}
          {open.isOpen && <Caption1 role="status">{text('people.list.open')}</Caption1>}
          <Button appearance="primary" size="large" type="submit" disabled={!canSend}>
            {sending.isPending ? (
              <Spinner size="tiny" appearance="inverted" label={text('request.send')} />
            ) : (
              text('request.send')
            )}
          </Button>
        </div>
      </Section>
      <PlanPreview plan={plan} isEmpty={draft.name.trim() === ''} isAnswered={isAnswered} />
    </form>
  );

  function hintOf(hint: string, demanded: number | undefined): string {
    return demanded ? `${hint} ${text('request.demanded', { count: demanded })}` : hint;
  }
}
