import { MicOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { isErrorCode } from '@/lib/contracts/errors';
import { hrefIn } from '@/lib/i18n/routing';
import { minutesSeconds } from '@/lib/time';
import type { Lead, LeadDetail } from '@/lib/contracts/leads';
import { FailedNotice } from '../notices';
import { dayAndTime } from '../format';
import { useLeadsContext } from '../list/leads-context';
import { useLeadDetail } from '../queries';
import { RecordingControls } from '../player/recording-controls';
import { Block } from './block';
import { LeadActions } from './lead-actions';
import { LeadAnalysis, LeadVerdicts } from './lead-analysis';
import { LeadAttempts } from './lead-attempts';
import { LeadDialogue } from './lead-dialogue';
import { LeadConsent, LeadFacts } from './lead-facts';
import { LeadFailures } from './lead-failures';
import { LeadFigures } from './lead-figures';
import { LeadMark, LeadNote } from './lead-mark';
import { NextAction } from './next-action';
import { StatusBadge } from './status-badge';

/** The messages for visitors ask for a shorter file or text, but this call is over. */
const callFaults = {
  too_large: 'leads_fault_too_large',
  speech_timeout: 'leads_fault_speech_timeout',
} as const;

function faultMessageOf(code: string | undefined) {
  if (code === 'too_large' || code === 'speech_timeout') return callFaults[code];
  return isErrorCode(code) ? (`error_${code}` as const) : undefined;
}

/** Why processing failed: the server's sentence in English, a translation by its code in other languages. */
export function LeadError({ lead: { processingError: error, processingErrorCode } }: { lead: Lead }) {
  const t = useTranslations();
  const isEnglish = useLanguage() === 'en';
  if (!error) return null;
  const message = faultMessageOf(processingErrorCode);
  return (
    <p className="rounded-lg bg-failed-paper px-3 py-2 text-sm text-failed-ink">
      {t('leads_error', { error: isEnglish || message === undefined ? error : t(message) })}
    </p>
  );
}

export function LeadBody({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const language = useLanguage();
  const { detail, failure, retry } = useLeadDetail(lead);
  return (
    <div className="grid gap-4 px-3 pt-1 pb-5 md:pl-12 beside:px-4 beside:pt-3">
      <LeadActions lead={lead} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="md:hidden">
          <LeadMark lead={lead} />
        </div>
        <StatusBadge lead={lead} />
        <LeadFacts lead={lead} />
      </div>
      <LeadError lead={lead} />
      {/* Otherwise a lead whose details failed to load would seem to have no waveform, history or other calls. */}
      {failure && <FailedNotice title={t('leads_detail_failed')} failure={failure} onRetry={retry} />}
      {lead.hasAudio ? <RecordingControls lead={lead} peaks={detail?.peaks} /> : <NoRecording lead={lead} />}
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <Requests lead={lead} />
          <LeadFailures figures={detail?.figures} />
          <LeadAnalysis summary={lead.summary} />
          <LeadVerdicts verdicts={detail?.verdicts ?? []} />
          <LeadDialogue lead={lead} />
          <LeadFigures figures={detail?.figures} />
          {lead.missing.length > 0 && (
            <p className="text-xs text-ink-soft">
              {lead.missing.map((part) => t(`leads_missing_${part}`)).join(' ')}{' '}
              <a href={hrefIn(language, '/admin/setup')} className="font-semibold text-cobalt underline">
                {t('leads_missing_how')}
              </a>
            </p>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <LeadAttempts lead={lead} attempts={detail?.attempts} />
          <LeadNote lead={lead} />
          <NextAction lead={lead} />
          <SamePhone leads={detail?.samePhone ?? []} />
          <LeadConsent consent={detail?.consent} />
        </div>
      </div>
    </div>
  );
}

/** The visitor's requests, and their number before a correction. */
function Requests({ lead: { callBack, handOver, originalPhone } }: { lead: Lead }) {
  const t = useTranslations();
  const language = useLanguage();
  const when = callBack?.at === undefined ? callBack?.when : dayAndTime(callBack.at, language);
  const lines = [
    when !== undefined && t('leads_call_back', { when }),
    handOver !== undefined && t('leads_hand_over', { reason: handOver }),
    originalPhone !== undefined && t('leads_original_phone', { phone: originalPhone }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-lg bg-pending-paper px-3 py-2 text-sm text-pending-ink">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface NoRecordingProps {
  lead: Pick<Lead, 'recordingRefused' | 'missed'>;
}

export function NoRecording({ lead: { recordingRefused, missed } }: NoRecordingProps) {
  const t = useTranslations();
  return (
    <p className="flex items-center gap-2 rounded-lg bg-paper-sunk px-3 py-2 text-sm text-ink-soft">
      <MicOff className="size-4 shrink-0" aria-hidden />
      {t(recordingRefused ? 'leads_recording_refused' : missed ? 'leads_missed_call' : 'leads_no_recording')}
    </p>
  );
}

/** Other leads of the same number. */
function SamePhone({ leads }: { leads: LeadDetail['samePhone'] }) {
  const t = useTranslations();
  const language = useLanguage();
  const { linkTo } = useLeadsContext();
  if (leads.length === 0) return null;
  return (
    <Block title={t('leads_same_phone', { count: leads.length })}>
      <ul className="max-h-80 overflow-y-auto text-sm">
        {leads.map(({ _id, createdAt, duration, hasAudio, mark }) => (
          <li key={_id}>
            <a
              href={linkTo({ lead: _id })}
              className="flex min-h-9 items-center gap-3 hover:underline touch:min-h-11"
            >
              <span className="tabular-nums">{dayAndTime(createdAt, language)}</span>
              <span className="text-ink-soft tabular-nums">
                {hasAudio ? minutesSeconds(duration) : t('leads_without_recording')}
              </span>
              <span className="text-ink-soft">{t(`leads_mark_${mark}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Block>
  );
}
