import { Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { type ChangeEvent, useRef, useState } from 'react';
import { useMessages } from '../../base/messages.ts';

/** The limits of the service (server/src/domain/branding/model.ts). */
const MAX_BYTES = 100 * 1024;
const LOGO_TYPES = 'image/png,image/jpeg,image/webp';

const useStyles = makeStyles({
  row: {
    border: 0,
    margin: 0,
    padding: 0,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
  },
});

interface LogoFieldProps {
  isSet: boolean;
  /** @param logo the chosen file; null removes the logo */
  onChange: (logo: File | null) => void;
}

/** Chooses or removes the logo. */
export function LogoField({ isSet, onChange }: LogoFieldProps) {
  const styles = useStyles();
  const text = useMessages();
  const [tooLarge, setTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (file === undefined) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) onChange(file);
  };
  return (
    <Field
      label={text('organization.logo')}
      hint={text('organization.logo.hint')}
      {...(tooLarge && { validationMessage: text('organization.logo.tooLarge') })}
    >
      <fieldset className={styles.row}>
        <input
          ref={input}
          type="file"
          hidden
          accept={LOGO_TYPES}
          aria-label={text('organization.logo')}
          onChange={choose}
        />
        <Button onClick={() => input.current?.click()}>{text('organization.logo.choose')}</Button>
        {isSet && (
          <Button appearance="subtle" onClick={() => onChange(null)}>
            {text('organization.logo.remove')}
          </Button>
        )}
      </fieldset>
    </Field>
  );
}
