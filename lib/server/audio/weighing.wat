;; The inner loop of the resampler: only here eight samples are weighed by one instruction.
;; For each 16-bit sample from $out to $end (addresses), the weighted sum of the input at $in, by the row of weights at $phase.
(module
  (import "m" "m" (memory 1))
  (func (export "run")
    (param $in i32) (param $out i32) (param $end i32) (param $phase i32)
    (param $up i32) (param $whole i32) (param $rest i32) (param $row i32)
    (local $p i32) (local $w i32) (local $stop i32) (local $sums v128) (local $sum i32)
    (loop $sample
      (local.set $p (local.get $in))
      (local.set $w (i32.mul (local.get $phase) (local.get $row)))
      (local.set $stop (i32.add (local.get $w) (local.get $row)))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (loop $eight
        (local.set $sums (i32x4.add (local.get $sums)
          (i32x4.dot_i16x8_s (v128.load (local.get $p)) (v128.load (local.get $w)))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (local.set $w (i32.add (local.get $w) (i32.const 16)))
        (br_if $eight (i32.lt_u (local.get $w) (local.get $stop))))
      ;; Rounded, and cut off at the loudest that 16 bits hold.
      (local.set $sum (i32.shr_s
        (i32.add (i32.const 8192) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (i32.const 14)))
      (local.set $sums (i32x4.splat (local.get $sum)))
      (i32.store16 (local.get $out)
        (i16x8.extract_lane_s 0 (i16x8.narrow_i32x4_s (local.get $sums) (local.get $sums))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      ;; To the next sample: whole input samples, and the rest as a row of weights further on.
      (local.set $in (i32.add (local.get $in) (local.get $whole)))
      (local.set $phase (i32.add (local.get $phase) (local.get $rest)))
      (if (i32.ge_u (local.get $phase) (local.get $up))
        (then
          (local.set $phase (i32.sub (local.get $phase) (local.get $up)))
          (local.set $in (i32.add (local.get $in) (i32.const 2)))))
      (br_if $sample (i32.lt_u (local.get $out) (local.get $end)))))
)
