import { LazyMotion, MotionConfig } from 'motion/react';
import type { ReactNode } from 'react';
import { useReducedMotion } from './reduced-motion';

/** Equals --ease-out and the default duration of app/globals.css. */
export const transition = { duration: 0.45, ease: [0.16, 1, 0.3, 1] } as const;

const loadFeatures = () => import('./motion-features').then(({ domAnimation }) => domAnimation);

/** Animates the `m` elements in it, unless motion is reduced. Until motion's code has loaded, they appear at once. */
export function Motion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <MotionConfig transition={transition} skipAnimations={useReducedMotion()}>
        {children}
      </MotionConfig>
    </LazyMotion>
  );
}
