import { FormattedDate } from 'react-intl';

/** A date and time in the person's language and time zone. */
export function Moment({ value }: { value: string }) {
  return (
    <time dateTime={value} title={value}>
      <FormattedDate value={value} dateStyle="medium" timeStyle="short" />
    </time>
  );
}
