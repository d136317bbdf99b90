package main

import (
	"sync"
	"time"
)

const (
	packetLasts = 20 * time.Millisecond
	// Opus makes packets of 1 byte (DTX) or of 55 to 62 bytes of the agent's silence, and of 65 to 160 of its voice.
	audibleBytes = 65
	// The agent has finished a question when it has been quiet for this long.
	quietFor = 900 * time.Millisecond
	// Barge-in: the delay after the agent's line begins, and the silence that counts as its yielding.
	talksOverAfter = 1_200 * time.Millisecond
	silentFor      = 450 * time.Millisecond
)

// A packet of silence, which a microphone sends between the words.
var silence = []byte{0xf8, 0xff, 0xfe}

type measured struct {
	// From just before the token request to the agent's first audible packet.
	FirstAudioMs *float64 `json:"firstAudioMs,omitempty"`
	// From the last packet of each answer to the agent's next audible one.
	ResponsesMs []float64 `json:"responsesMs"`
	// From the first packet that talks over the agent to its last audible one.
	SilencedMs    []float64 `json:"silencedMs"`
	ClosedByAgent bool      `json:"closedByAgent"`
}

// conversation answers the agent's questions by what it hears and how much time has passed. It measures the call.
type conversation struct {
	lock      sync.Mutex
	answers   [][][]byte
	talksOver bool
	clickedAt time.Time
	saying    [][]byte
	measured  measured

	lastAudibleAt, answeredAt, lineBeganAt, talkedOverAt time.Time
}

func newConversation(answers [][][]byte, talksOver bool, clickedAt time.Time) *conversation {
	none := measured{ResponsesMs: []float64{}, SilencedMs: []float64{}}
	return &conversation{answers: answers, talksOver: talksOver, clickedAt: clickedAt, measured: none}
}

// hear processes a packet of the agent's audio as it arrives.
func (c *conversation) hear(payload []byte, now time.Time) {
	if len(payload) < audibleBytes {
		return
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.measured.FirstAudioMs == nil {
		c.measured.FirstAudioMs = new(milliseconds(now.Sub(c.clickedAt)))
	}
	c.lastAudibleAt = now
	if c.mayTalkOver(now) {
		c.talkedOverAt = now
		c.answer()
	}
	if c.answeredAt.IsZero() || c.saying != nil {
		return
	}
	c.measured.ResponsesMs = append(c.measured.ResponsesMs, milliseconds(now.Sub(c.answeredAt)))
	c.answeredAt = time.Time{}
}

// mayTalkOver allows a barge-in in each line except the first, which contains the notice.
func (c *conversation) mayTalkOver(now time.Time) bool {
	if !c.talksOver || c.saying != nil || len(c.answers) == 0 || len(c.measured.ResponsesMs) == 0 {
		return false
	}
	if c.lineBeganAt.IsZero() {
		c.lineBeganAt = now
	}
	return now.Sub(c.lineBeganAt) >= talksOverAfter
}

// next returns the packet to send now.
func (c *conversation) next(now time.Time) []byte {
	c.lock.Lock()
	defer c.lock.Unlock()
	quietTime := now.Sub(c.lastAudibleAt)
	hasHeard := !c.lastAudibleAt.IsZero()
	if !c.talkedOverAt.IsZero() && hasHeard && quietTime >= silentFor {
		c.measured.SilencedMs = append(c.measured.SilencedMs, milliseconds(c.lastAudibleAt.Sub(c.talkedOverAt)))
		c.talkedOverAt = time.Time{}
	}
	if c.saying == nil && hasHeard && c.answeredAt.IsZero() && quietTime >= quietFor {
		c.answer()
	}
	if c.saying == nil {
		return silence
	}
	packet := c.saying[0]
	if c.saying = c.saying[1:]; len(c.saying) > 0 {
		return packet
	}
	c.saying = nil
	c.answeredAt = now
	return packet
}

func (c *conversation) answer() {
	// An interrupted line is measured to its end.
	if c.talkedOverAt.IsZero() {
		c.lastAudibleAt = time.Time{}
	}
	c.lineBeganAt = time.Time{}
	if len(c.answers) > 0 {
		c.saying, c.answers = c.answers[0], c.answers[1:]
	}
}

func (c *conversation) markClosedByAgent() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.measured.ClosedByAgent = true
}

func (c *conversation) result() measured {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.measured
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
