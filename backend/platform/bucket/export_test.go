package bucket

import (
	"testing"

	"github.com/minio/minio-go/v7"
)

// BeginPart begins an upload in parts and leaves it unfinished, as a killed process does.
func BeginPart(t *testing.T, b Bucket, name string) {
	t.Helper()
	s := b.(*s3)
	if _, err := s.client.NewMultipartUpload(t.Context(), s.name, name, minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
}

// Parts counts unfinished uploads in parts.
func Parts(t *testing.T, b Bucket) int {
	t.Helper()
	s, n := b.(*s3), 0
	for part := range s.client.ListIncompleteUploads(t.Context(), s.name, "", true) {
		if part.Err != nil {
			t.Fatal(part.Err)
		}
		n++
	}
	return n
}
