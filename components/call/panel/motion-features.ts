/** A chunk of its own: the call does not wait for it. */
export { domAnimation as features } from 'motion/react';
