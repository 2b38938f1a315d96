package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

type environmentStatus struct {
	Fence    int64    `json:"fence"`
	Current  *string  `json:"current"`
	Releases []string `json:"releases"`
}

type proxyStatus struct {
	IsRunning            bool    `json:"isRunning"`
	ConfigurationVersion int64   `json:"configurationVersion"`
	ConfigurationHash    *string `json:"configurationHash"`
	// Entries of the configuration that could not be used.
	Dropped      []droppedRoute               `json:"dropped"`
	Environments map[string]environmentStatus `json:"environments"`
	Certificates map[string]certificateStatus `json:"certificates"`
}

func status() (any, error) {
	found, err := store{dataFolder}.status()
	if err != nil {
		return nil, err
	}
	found.IsRunning = isServing()
	return found, nil
}

func (s store) status() (*proxyStatus, error) {
	loaded, err := s.readConfiguration()
	if err != nil {
		return nil, err
	}
	certificates, err := s.certificates(time.Now())
	if err != nil {
		return nil, err
	}
	found := &proxyStatus{Environments: map[string]environmentStatus{}, Dropped: []droppedRoute{}, Certificates: certificates}
	if loaded != nil {
		found.ConfigurationVersion = loaded.Version
		// The hash confirms that the served configuration is the sent one; without it, the worker sends it again.
		if s.hasTableOf(loaded) {
			found.ConfigurationHash = &loaded.Hash
		}
		found.Dropped = nonNil(loaded.Dropped)
	}
	entries, err := os.ReadDir(filepath.Join(s.root, "up"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		one, err := s.environmentStatus(entry.Name())
		if err != nil {
			return nil, err
		}
		if one != nil {
			found.Environments[entry.Name()] = *one
		}
	}
	return found, nil
}

// Nil for a removed environment.
func (s store) environmentStatus(environment string) (*environmentStatus, error) {
	known, err := s.readState(environment)
	if err != nil || known.RemovedAt != "" {
		return nil, err
	}
	releases, err := s.releases(environment)
	if err != nil {
		return nil, err
	}
	current, err := s.current(environment)
	if err != nil {
		return nil, err
	}
	one := &environmentStatus{Fence: known.Fence, Releases: releases}
	if current != "" {
		one.Current = &current
	}
	return one, nil
}

// Environments that were removed long ago have no late workers.
func (s store) forgetRemoved(now time.Time) {
	unlock, err := s.lock()
	if err != nil {
		return
	}
	defer unlock()
	entries, _ := os.ReadDir(filepath.Join(s.root, "up"))
	for _, entry := range entries {
		known, err := s.readState(entry.Name())
		removedAt, parsing := time.Parse(time.RFC3339, known.RemovedAt)
		if err == nil && parsing == nil && now.Sub(removedAt) > forgetRemoved {
			os.RemoveAll(s.folder(entry.Name()))
		}
	}
}
