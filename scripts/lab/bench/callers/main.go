// Callers for bench:call that cost the machine almost nothing, because they have no codec. Each asks for a token, joins its room,
// answers the agent's questions with prepared Opus packets, and measures by the packets that arrive.
// Reads one order as JSON from standard input, and writes each caller's measurements as JSON to standard output.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/logger"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
)

const microphone = "microphone"

type order struct {
	BaseURL string `json:"baseUrl"`
	// One call each: bodies of POST /api/get-token.
	Requests []json.RawMessage `json:"requests"`
	// For each answer its Opus packets of 20 ms, in base64.
	Answers [][][]byte `json:"answers"`
	// True if the caller speaks while the agent speaks, in each line but the first.
	TalksOver bool  `json:"talksOver"`
	LimitMs   int64 `json:"limitMs"`
}

func main() {
	lksdk.SetLogger(logger.LogRLogger(logr.Discard()))
	var input order
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(input.LimitMs)*time.Millisecond)
	defer cancel()
	results := make([]measured, len(input.Requests))
	var wait sync.WaitGroup
	for index, request := range input.Requests {
		wait.Go(func() {
			talk := newConversation(input.Answers, input.TalksOver, time.Now())
			if err := holdCall(ctx, input.BaseURL, request, talk); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			results[index] = talk.result()
		})
	}
	wait.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}

// holdCall stays in the call until the agent ends it or ctx is done.
func holdCall(ctx context.Context, baseURL string, request []byte, talk *conversation) error {
	serverURL, token, err := askForToken(ctx, baseURL, request)
	if err != nil {
		return err
	}
	disconnected := make(chan lksdk.DisconnectionReason, 1)
	callback := lksdk.NewRoomCallback()
	callback.OnDisconnectedWithReason = func(reason lksdk.DisconnectionReason) { disconnected <- reason }
	callback.OnTrackSubscribed = func(track *webrtc.TrackRemote, _ *lksdk.RemoteTrackPublication, _ *lksdk.RemoteParticipant) {
		for packet, _, err := track.ReadRTP(); err == nil; packet, _, err = track.ReadRTP() {
			talk.hear(packet.Payload, time.Now())
		}
	}
	room, err := lksdk.ConnectToRoomWithToken(serverURL, token, callback)
	if err != nil {
		return err
	}
	defer room.Disconnect()
	opus := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48_000, Channels: 2}
	track, err := webrtc.NewTrackLocalStaticSample(opus, microphone, microphone)
	if err != nil {
		return err
	}
	options := &lksdk.TrackPublicationOptions{Name: microphone, Source: livekit.TrackSource_MICROPHONE}
	if _, err := room.LocalParticipant.PublishTrack(track, options); err != nil {
		return err
	}
	ticker := time.NewTicker(packetLasts)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case reason := <-disconnected:
			if reason == lksdk.Failed {
				return fmt.Errorf("the call was lost: %s", reason)
			}
			talk.markClosedByAgent()
			return nil
		case now := <-ticker.C:
			if err := track.WriteSample(media.Sample{Data: talk.next(now), Duration: packetLasts}); err != nil {
				return err
			}
		}
	}
}

func askForToken(ctx context.Context, baseURL string, body []byte) (serverURL, token string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/api/get-token", bytes.NewReader(body))
	if err != nil {
		return "", "", err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("origin", baseURL)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", "", err
	}
	defer response.Body.Close()
	var answer struct {
		ServerURL string `json:"serverUrl"`
		Token     string `json:"token"`
		Detail    string `json:"detail"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		return "", "", fmt.Errorf("get-token answered %d: %s", response.StatusCode, answer.Detail)
	}
	return answer.ServerURL, answer.Token, nil
}
