package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Timeouts to connect and to wait for an answer, and the number of attempts for a request.
const (
	dialTime   = 5 * time.Second
	answerTime = 20 * time.Second
	attempts   = 3
)

type s3 struct {
	client minio.Core
	name   string
	place  string
}

// openS3 reads the access key where AWS tools do: from the environment, the shared file or the role of the machine.
func openS3(u *url.URL) (*s3, error) {
	query := u.Query()
	for key := range query {
		if key != "region" && key != "endpoint" {
			return nil, fmt.Errorf("has a parameter %q; there are region and endpoint", key)
		}
	}
	if u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("must be s3://BUCKET?region=…&endpoint=…, with the key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	region := cmp.Or(query.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), "us-east-1")
	host, secure, lookup := "s3."+region+".amazonaws.com", true, minio.BucketLookupAuto
	if address := query.Get("endpoint"); address != "" {
		endpoint, err := url.Parse(address)
		if err != nil || endpoint.Scheme != "http" && endpoint.Scheme != "https" || endpoint.Host == "" ||
			strings.Trim(endpoint.Path, "/") != "" {
			return nil, errors.New("has an endpoint that is not a URL such as https://s3.example.org")
		}
		// Stores other than Amazon's rarely have a host name for each bucket.
		host, secure, lookup = endpoint.Host, endpoint.Scheme == "https", minio.BucketLookupPath
	}
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	transport.DialContext = (&net.Dialer{Timeout: dialTime}).DialContext
	transport.ResponseHeaderTimeout = answerTime
	client, err := minio.NewCore(host, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{},
			&credentials.IAM{Client: &http.Client{Timeout: dialTime}},
		}),
		Secure: secure, Region: region, BucketLookup: lookup, Transport: transport, MaxRetries: attempts,
	})
	if err != nil {
		return nil, err
	}
	return &s3{*client, u.Host, "bucket " + u.Host + " at " + host}, nil
}

func (s *s3) Place() string { return s.place }

func (s *s3) Check(ctx context.Context) error {
	key, err := s.client.GetCreds()
	if err != nil {
		return err
	}
	if key.AccessKeyID == "" {
		return errors.New("no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role")
	}
	exists, err := s.client.BucketExists(ctx, s.name)
	if err != nil {
		return fmt.Errorf("%s: %w", s.place, err)
	}
	if !exists {
		return fmt.Errorf("there is no %s", s.place)
	}
	return nil
}

func (s *s3) Put(ctx context.Context, name, contentType string, r io.Reader, size int64) (int64, error) {
	if size < 0 { // the client would buffer parts of 5 MB in memory
		spooled, err := Spool(readerUntil{ctx, r})
		if err != nil {
			return 0, err
		}
		defer spooled.Close()
		r, size = spooled, spooled.Size
	}
	info, err := s.client.Client.PutObject(ctx, s.name, name, r, size, minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return 0, s.wrap("put", name, err)
	}
	return info.Size, nil
}

func (s *s3) Open(ctx context.Context, name string) (*File, error) {
	body, info, _, err := s.client.GetObject(ctx, s.name, name, minio.GetObjectOptions{})
	if err != nil {
		return nil, s.wrap("open", name, err)
	}
	o := &object{ctx: ctx, store: s, name: name, tag: info.ETag, size: info.Size, body: body}
	return &File{o, info.Size, info.LastModified}, nil
}

func (s *s3) Delete(ctx context.Context, name string) error {
	if !strings.HasSuffix(name, "/") {
		return s.remove(ctx, name)
	}
	for object := range s.client.ListObjectsIter(ctx, s.name, minio.ListObjectsOptions{Prefix: name, Recursive: true}) {
		if object.Err != nil {
			return s.wrap("list", name, object.Err)
		}
		if err := s.remove(ctx, object.Key); err != nil {
			return err
		}
	}
	ctx, done := context.WithCancel(ctx)
	defer done() // ends the list if the loop returns early
	for part := range s.client.ListIncompleteUploads(ctx, s.name, name, true) {
		if part.Err != nil {
			return s.wrap("list parts of", name, part.Err)
		}
		if err := s.client.AbortMultipartUpload(ctx, s.name, part.Key, part.UploadID); err != nil && !isMissing(err) {
			return s.wrap("abort", part.Key, err)
		}
	}
	return nil
}

func (s *s3) remove(ctx context.Context, name string) error {
	err := s.client.RemoveObject(ctx, s.name, name, minio.RemoveObjectOptions{})
	if err != nil && !isMissing(err) {
		return s.wrap("delete", name, err)
	}
	return nil
}

func (s *s3) All(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for object := range s.client.ListObjectsIter(ctx, s.name, minio.ListObjectsOptions{Recursive: true}) {
			if object.Err != nil {
				yield(Entry{}, s.wrap("list", s.name, object.Err))
				return
			}
			if !yield(Entry{object.Key, object.Size, object.LastModified}, nil) {
				return
			}
		}
	}
}

// wrap adds the operation and the file to an error, and turns the error of a missing file into fs.ErrNotExist.
func (s *s3) wrap(doing, name string, err error) error {
	if isMissing(err) {
		return fmt.Errorf("%s %s: %w", doing, name, fs.ErrNotExist)
	}
	return fmt.Errorf("%s %s: %w", doing, name, err)
}

func isMissing(err error) bool {
	code := minio.ToErrorResponse(err).Code
	return code == minio.NoSuchKey || code == minio.NoSuchUpload
}

// object is an open file. Reads continue in the current response unless Seek has moved elsewhere. minio.Object would
// take two requests for each file.
type object struct {
	ctx    context.Context
	store  *s3
	name   string
	tag    string
	size   int64
	at     int64         // where the next Read begins
	body   io.ReadCloser // from bodyAt on; may be nil
	bodyAt int64
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return o.at, fs.ErrInvalid
	}
	o.at = offset
	return o.at, nil
}

func (o *object) Read(p []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body == nil || o.bodyAt != o.at {
		if err := o.Close(); err != nil {
			return 0, err
		}
		options := minio.GetObjectOptions{}
		// Both parts must be of the same version of the file.
		if err := errors.Join(options.SetMatchETag(o.tag), options.SetRange(o.at, o.size-1)); err != nil {
			return 0, err
		}
		body, _, _, err := o.store.client.GetObject(o.ctx, o.store.name, o.name, options)
		if err != nil {
			return 0, o.store.wrap("read", o.name, err)
		}
		o.body, o.bodyAt = body, o.at
	}
	n, err := o.body.Read(p)
	o.at, o.bodyAt = o.at+int64(n), o.bodyAt+int64(n)
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	err := o.body.Close()
	o.body = nil
	return err
}
