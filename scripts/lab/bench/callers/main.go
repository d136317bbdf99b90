// Callers for bench:call that cost the machine almost nothing: signalling and RTP alone, no codec, no echo canceller. Each asks for a
// token, joins its room, answers the agent's questions with Opus packets that were made before, and measures by the packets it gets.
// Reads one order as JSON from standard input, writes what each caller has measured as JSON to standard output.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

type order struct {
	BaseURL string `json:"baseUrl"`
	// One call each: bodies of POST /api/get-token.
	Requests []json.RawMessage `json:"requests"`
	// For each answer its Opus packets of 20 ms, in base64.
	Answers [][][]byte `json:"answers"`
	// Speaks while the agent speaks, in each line but the first.
	TalksOver bool `json:"talksOver"`
	// Packets of a nod, which is made instead while the agent speaks.
	Nod     [][]byte `json:"nod"`
	LimitMs int64    `json:"limitMs"`
}

type measured struct {
	// From before the token was asked for to the agent's first audible packet.
	FirstAudioMs *float64 `json:"firstAudioMs,omitempty"`
	// From the last packet of each answer to the agent's next audible one.
	ResponsesMs []float64 `json:"responsesMs"`
	// From the first packet that talks over the agent to its last audible one.
	SilencedMs []float64 `json:"silencedMs"`
	// From the last packet of each nod that paused the agent to its next audible one.
	ReturnedMs    []float64 `json:"returnedMs"`
	ClosedByAgent bool      `json:"closedByAgent"`
}

func main() {
	var given order
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fail(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(given.LimitMs)*time.Millisecond)
	defer cancel()
	results := make([]measured, len(given.Requests))
	var wait sync.WaitGroup
	for index, request := range given.Requests {
		wait.Add(1)
		go func() {
			defer wait.Done()
			result, err := hold(ctx, given, request)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			results[index] = result
		}()
	}
	wait.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func hold(ctx context.Context, given order, request json.RawMessage) (measured, error) {
	talk := newConversation(given.Answers, given.TalksOver, given.Nod, time.Now())
	serverURL, token, err := askForToken(ctx, given.BaseURL, request)
	if err != nil {
		return talk.result(), err
	}
	err = join(ctx, serverURL, token, talk)
	return talk.result(), err
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
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", "", err
	}
	var answer struct {
		ServerURL string `json:"serverUrl"`
		Token     string `json:"token"`
	}
	if response.StatusCode != http.StatusOK {
		return "", "", fmt.Errorf("get-token answered %d: %s", response.StatusCode, text)
	}
	return answer.ServerURL, answer.Token, json.Unmarshal(text, &answer)
}
