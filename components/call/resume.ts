import { requestToken } from './adapters/tokens';
import { isRetryable } from './chart/rules';
import { callLoader } from './loader';
import { abandonCall, recoverRecordings } from './recording/deliver';
import { type InterruptedCall, findInterruptedCall } from './recording/outbox';

/** The agent waits for 15 s; a network that has just returned may fail once more. */
const retryDelaysMs = [1000, 2000, 4000];

/** The dependencies of `resumeCall`; tests pass fakes. */
export interface ResumeDependencies {
  find: () => Promise<InterruptedCall | null>;
  loader: Pick<typeof callLoader, 'run' | 'isCallOn'>;
  abandon: (call: InterruptedCall['previous'], isCallOn: () => boolean) => Promise<void>;
  sendStored: () => Promise<void>;
}

const dependencies: ResumeDependencies = {
  find: findInterruptedCall,
  loader: callLoader,
  abandon: abandonCall,
  sendStored: recoverRecordings,
};

/** Resumes the call that a reload or a crash interrupted, else sends the stored recordings. */
export async function resumeCall({
  find,
  loader,
  abandon,
  sendStored,
}: ResumeDependencies = dependencies): Promise<void> {
  const call = await find();
  if (call === null) return sendStored();
  const giveUp = () => abandon(call.previous, () => loader.isCallOn());
  if (!(await resumeWithToken(call, loader, () => void giveUp().catch(() => undefined)))) await giveUp();
}

async function resumeWithToken(
  { request, previous, isOffered }: InterruptedCall,
  loader: ResumeDependencies['loader'],
  onDropped: () => void,
): Promise<boolean> {
  for (const delayMs of [...retryDelaysMs, null]) {
    const answer = await requestToken(request, previous.room);
    if (answer.ok) {
      // The visitor has begun another call meanwhile.
      if (loader.isCallOn()) return false;
      const { grant } = answer;
      const event = { type: 'resume', request, previous: { ...previous, grant }, isOffered } as const;
      await loader.run({ event, onDropped });
      return true;
    }
    if (delayMs === null || !isRetryable(answer.refusal)) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return false;
}
