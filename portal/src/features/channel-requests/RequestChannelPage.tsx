import type { ChannelTemplate } from '@charter/sdk';
import {
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  makeStyles,
  Select,
  Spinner,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { Problem, RetryNotice } from '../../components/Problem.tsx';
import { problemsOf } from '../../components/problems.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { QuestionFields } from '../questions/QuestionFields.tsx';
import { violationsIn } from '../requests/verdicts.ts';
import { PeoplePicker } from '../users/PeoplePicker.tsx';
import { useOpenLists } from '../users/use-open-lists.ts';
import { ChannelPlanPreview } from './ChannelPlanPreview.tsx';
import { toChannelRequest, useChannelDraft, useChosenTemplate } from './draft.ts';
import {
  useChannelPlan,
  useChannelTemplates,
  useCheckedChannelAnswers,
  useSendChannelRequest,
} from './queries.ts';

const TYPING_MILLISECONDS = 500;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
    alignItems: 'start',
  },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
});

/** Requests a channel in a team, by one of the channel templates that the person may use there. */
export function RequestChannelPage() {
  const text = useMessages();
  const { teamId } = useParams({ from: '/teams/$teamId/request-channel' });
  const templates = useChannelTemplates(teamId);
  return (
    <Page title={text('channelRequest.title')}>
      <QueryView
        query={templates}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('channelRequest.noTemplate')}</Body1>}
      >
        {({ value }) => <ChooseTemplate teamId={teamId} templates={value} />}
      </QueryView>
    </Page>
  );
}

function ChooseTemplate({ teamId, templates }: { teamId: string; templates: readonly ChannelTemplate[] }) {
  const text = useMessages();
  const [chosen, choose] = useChosenTemplate(teamId);
  const template =
    templates.find(({ templateConfiguration: { id } }) => id === chosen) ?? (templates[0] as ChannelTemplate);
  const { id, description } = template.templateConfiguration;
  return (
    <>
      <Section title={text('channelRequest.template')}>
        <Field label={text('channelRequest.kind')} hint={description ?? ''}>
          <Select value={id} onChange={(_event, { value }) => choose(value)}>
            {templates.map(({ templateConfiguration: { id: value, name } }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </Section>
      <RequestForm key={id} teamId={teamId} template={template} />
    </>
  );
}

function useRequestForm(teamId: string, id: string, hasQuestions: boolean) {
  const navigate = useNavigate();
  const { draft, change, discard } = useChannelDraft(teamId, id);
  const typed = useDebounced(draft, TYPING_MILLISECONDS);
  const checking = useCheckedChannelAnswers(teamId, id, typed, hasQuestions);
  const checked = checking.data;
  const isAnswered = !hasQuestions || checked?.problems.length === 0;
  const plan = useChannelPlan(teamId, toChannelRequest(id, typed, checked), isAnswered);
  const sending = useSendChannelRequest(teamId, id, hasQuestions);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // Shows the first wrong or missing answer after an attempt to send the form.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const open = useOpenLists();
  const canSend = draft.name.trim() !== '' && !open.isOpen;
  const rejections = problemsOf(sending.error ?? plan.error);
  const violations = violationsIn(plan.data);
  const problemAt = (field: string) => ({ ...violations(field), ...rejections(field) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending || !canSend) return;
    setTries((count) => count + 1);
    if (typed === draft && !isAnswered) return;
    sending.mutate(draft, {
      onSuccess: (job) => {
        discard();
        void navigate({ to: '/jobs/$jobId', params: { jobId: job.id } });
      },
    });
  };
  const questions = { checked, isAnswered, wasTried: tries > 0, error: checking.error };
  return { draft, change, plan, sending, problemAt, send, open, canSend, questions, form };
}

function RequestForm({ teamId, template }: { teamId: string; template: ChannelTemplate }) {
  const styles = useStyles();
  const text = useMessages();
  const { id, questions = [] } = template.templateConfiguration;
  const asked = useRequestForm(teamId, id, questions.length > 0);
  const { draft, change, plan, sending, problemAt, send, open, canSend } = asked;
  const { checked, isAnswered, wasTried, error } = asked.questions;
  const hasPeople = template.newChannel.membershipType !== 'standard';
  return (
    <form className={styles.columns} onSubmit={send} noValidate ref={asked.form}>
      <Section title={text('channelRequest.fields')}>
        <div className={styles.fields}>
          <Field label={text('channels.name')} required {...problemAt('channel.name')}>
            <Input value={draft.name} onChange={(_event, { value }) => change({ name: value })} />
          </Field>
          <Field label={text('team.description')} {...problemAt('channel.description')}>
            <Textarea
              value={draft.description}
              onChange={(_event, { value }) => change({ description: value })}
            />
          </Field>
          {hasPeople && (
            <>
              <PeoplePicker
                label={text('team.owners')}
                hint={text('channelRequest.owners')}
                most={20}
                chosen={draft.owners}
                onChange={(owners) => change({ owners })}
                onOpen={open.of('owners')}
                problem={problemAt('channel.membership.owners').validationMessage}
              />
              <PeoplePicker
                label={text('team.members')}
                most={200}
                chosen={draft.members}
                onChange={(members) => change({ members })}
                onOpen={open.of('members')}
                problem={problemAt('channel.membership.members').validationMessage}
              />
            </>
          )}
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
      <ChannelPlanPreview plan={plan} isEmpty={draft.name.trim() === ''} isAnswered={isAnswered} />
    </form>
  );
}
