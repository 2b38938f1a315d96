package main

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func pieces(isWhole bool, contents ...string) *bytes.Buffer {
	var all bytes.Buffer
	for _, content := range contents {
		binary.Write(&all, binary.BigEndian, uint32(len(content)))
		all.WriteString(content)
	}
	if isWhole {
		binary.Write(&all, binary.BigEndian, uint32(0))
	}
	return &all
}

func filesIn(t *testing.T, root string) int {
	t.Helper()
	count := 0
	filepath.WalkDir(root, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			count++
		}
		return nil
	})
	return count
}

func TestObjectsAreStoredCompletelyOrNotAtAll(t *testing.T) {
	store := objects{t.TempDir()}
	if _, err := store.put("a/b", "name", pieces(true, "one", "two")); err != nil {
		t.Fatal(err)
	}
	var content bytes.Buffer
	if err := store.read("a/b", 2, &content); err != nil || content.String() != "etwo" {
		t.Fatalf("%q %v", content.String(), err)
	}
	for _, broken := range []*bytes.Buffer{pieces(false), pieces(false, "one"), bytes.NewBufferString("\x00\x00\x00\x09abc"), bytes.NewBufferString("\xff\xff\xff\xff")} {
		if _, err := store.put("a/b", "name", broken); err == nil {
			t.Fatal("a cut-off content was taken")
		}
	}
	if count := filesIn(t, store.root); count != 1 {
		t.Fatalf("%d files are left", count)
	}
	content.Reset()
	if err := store.read("a/b", 0, &content); err != nil || content.String() != "onetwo" {
		t.Fatalf("the old content is gone: %q %v", content.String(), err)
	}
}

func TestObjectsAreListedAndUnfinishedOnesRemoved(t *testing.T) {
	store := objects{t.TempDir()}
	for _, key := range []string{"a/2", "a/1", "ab/3"} {
		if _, err := store.put(key, "name", pieces(true, key)); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(store.root, unfinishedFolder, "a", "left")
	os.WriteFile(left, []byte("x"), 0o600)
	var lines bytes.Buffer
	if err := store.list("a", &lines); err != nil || bytes.Count(lines.Bytes(), []byte("\n")) != 2 {
		t.Fatalf("%s %v", lines.String(), err)
	}
	if err := store.list("none", &lines); err != nil {
		t.Fatal(err)
	}
	result, err := store.removeUnfinished("a")
	if err != nil || result.(map[string]int)["removed"] != 1 || filesIn(t, store.root) != 3 {
		t.Fatalf("%v %v", result, err)
	}
}

func TestKeysStayInsideTheFolder(t *testing.T) {
	for _, key := range []string{"", "../x", "/x", "a//b", "a/../b", ".x", "a/.b", "a b", "a\nb", "é"} {
		if keyPattern.MatchString(key) {
			t.Fatalf("%q is taken for a key", key)
		}
	}
}
