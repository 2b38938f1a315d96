package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// A volume of the container that stores objects: backup archives. Every verb runs in its own container, without a
// network.
const objectsFolder = "/objects"

// Keys never start with a dot.
const unfinishedFolder = ".unfinished"

// Larger chunks are rejected.
const maxPieceBytes = 4 << 20

var asidePattern = regexp.MustCompile(`^[a-z0-9]{1,64}$`)
var keyPattern = regexp.MustCompile(`^[A-Za-z0-9][\w.-]{0,99}(?:/[A-Za-z0-9][\w.-]{0,99}){0,9}$`)

type object struct {
	Key        string    `json:"key"`
	SizeBytes  int64     `json:"sizeBytes"`
	ModifiedAt time.Time `json:"modifiedAt"`
}

type objects struct{ root string }

// Content is read from stdin and written to stdout; `read` prints nothing else.
func performObjects(args []string) (any, error) {
	if len(args) == 0 {
		return nil, fail("objects_failed", "objects needs a verb")
	}
	flags := flag.NewFlagSet("objects", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	key := flags.String("key", "", "")
	from := flags.Int64("from", 0, "")
	aside := flags.String("aside", "unnamed", "")
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 || *from < 0 {
		return nil, fail("objects_failed", "the words after %s cannot be read", args[0])
	}
	if !keyPattern.MatchString(*key) || !asidePattern.MatchString(*aside) {
		return nil, fail("objects_failed", "objects needs --key, and --aside is a name")
	}
	store := objects{objectsFolder}
	switch args[0] {
	case "put":
		result, err := store.put(*key, *aside, os.Stdin)
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			return nil, fail("objects_full", "the disk of the server is full")
		}
		return result, err
	case "abandon":
		return nil, ignoreMissing(os.Remove(store.asidePath(*key, *aside)))
	case "read":
		return nil, store.read(*key, *from, os.Stdout)
	case "size":
		return store.size(*key)
	case "remove":
		return nil, ignoreMissing(os.Remove(store.path(*key)))
	case "list":
		return nil, store.list(*key, os.Stdout)
	case "remove-unfinished":
		return store.removeUnfinished(*key)
	default:
		return nil, fail("objects_failed", "there is no verb %q", args[0])
	}
}

func (o objects) path(key string) string { return filepath.Join(o.root, filepath.FromSlash(key)) }

func (o objects) asidePath(key, name string) string {
	return filepath.Join(o.root, unfinishedFolder, filepath.Dir(filepath.FromSlash(key)), name)
}

// Writes a temporary file until it is complete and on disk, then renames it once. The caller chooses its name, and
// removes it if this program was interrupted.
func (o objects) put(key, name string, input io.Reader) (any, error) {
	aside := o.asidePath(key, name)
	if err := os.MkdirAll(filepath.Dir(aside), 0o700); err != nil {
		return nil, err
	}
	size, err := writeWhole(aside, input)
	if err != nil {
		os.Remove(aside)
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(o.path(key)), 0o700); err != nil {
		return nil, err
	}
	if err := os.Rename(aside, o.path(key)); err != nil {
		return nil, err
	}
	return map[string]int64{"sizeBytes": size}, syncFolder(filepath.Dir(o.path(key)))
}

func writeWhole(path string, input io.Reader) (int64, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	size, err := copyPieces(file, input)
	if err != nil {
		return 0, err
	}
	return size, file.Sync()
}

// Reads length-prefixed chunks with an empty one at the end. A broken connection looks like the end of the input: only
// the last chunk shows that it is complete.
func copyPieces(output io.Writer, input io.Reader) (int64, error) {
	var size int64
	var header [4]byte
	for {
		if _, err := io.ReadFull(input, header[:]); err != nil {
			return 0, fail("objects_cut_off", "the content ended before its end: %v", err)
		}
		length := int64(binary.BigEndian.Uint32(header[:]))
		if length == 0 {
			return size, nil
		}
		if length > maxPieceBytes {
			return 0, fail("objects_failed", "a piece is too long")
		}
		copied, err := io.CopyN(output, input, length)
		size += copied
		if errors.Is(err, io.EOF) {
			return 0, fail("objects_cut_off", "the content ended within a piece")
		}
		if err != nil {
			return 0, err
		}
	}
}

func (o objects) read(key string, from int64, output io.Writer) error {
	file, err := os.Open(o.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return fail("objects_not_found", "the object is not there")
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(from, io.SeekStart); err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{output}, struct{ io.Reader }{file}, make([]byte, 256<<10))
	return err
}

func (o objects) size(key string) (any, error) {
	found, err := os.Stat(o.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]any{"sizeBytes": nil}, nil
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{"sizeBytes": found.Size()}, nil
}

// Prints one line per object, sorted by key.
func (o objects) list(folder string, output io.Writer) error {
	lines := json.NewEncoder(output)
	return ignoreMissing(filepath.WalkDir(o.path(folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		found, err := entry.Info()
		if err != nil {
			return ignoreMissing(err)
		}
		key := filepath.ToSlash(strings.TrimPrefix(path, o.root+string(filepath.Separator)))
		return lines.Encode(object{key, found.Size(), found.ModTime().UTC()})
	}))
}

func (o objects) removeUnfinished(folder string) (any, error) {
	removed := 0
	root := filepath.Join(o.root, unfinishedFolder, filepath.FromSlash(folder))
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		removed++
		return ignoreMissing(os.Remove(path))
	})
	return map[string]int{"removed": removed}, ignoreMissing(err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
