package blog

import (
	"strings"
	"testing"

	"buf.build/go/protovalidate"

	pb "uvboard/gen/uvboard/v1"
)

// The limits and messages of the fields.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		change  func(in *pb.BlogPostInput)
		message string
	}{
		"Valid":   {func(*pb.BlogPostInput) {}, ""},
		"Longest": {func(in *pb.BlogPostInput) { in.Title = new(strings.Repeat("é", 200)) }, ""},
		// spec: blog.form.title
		"NoTitle":    {func(in *pb.BlogPostInput) { in.Title = nil }, "Title is required"},
		"BlankTitle": {func(in *pb.BlogPostInput) { in.Title = new("  ") }, "post.title: Title is required"},
		// spec: blog.form.title_max, const2.blog.title
		"LongTitle": {func(in *pb.BlogPostInput) { in.Title = new(strings.Repeat("é", 201)) },
			"post.title: Title must be less than 200 characters"},
		"TitleOfTwoLines": {func(in *pb.BlogPostInput) { in.Title = new("a\nb") },
			"post.title: Title must not contain line breaks or hidden control characters"},
		// spec: blog.form.excerpt_max, const2.blog.excerpt
		"LongestExcerpt": {func(in *pb.BlogPostInput) { in.Excerpt = new(strings.Repeat("x", 500)) }, ""},
		"LongExcerpt": {func(in *pb.BlogPostInput) { in.Excerpt = new(strings.Repeat("x", 501)) },
			"post.excerpt: Excerpt must be less than 500 characters"},
		// spec: blog.form.content
		"NoContent": {func(in *pb.BlogPostInput) { in.Content = nil }, "Content is required"},
		"LongContent": {func(in *pb.BlogPostInput) { in.Content = new(strings.Repeat("x", 100_001)) },
			"post.content: Content must be 100,000 characters or less"},
		// spec: blog.form.cover
		"Upload": {func(in *pb.BlogPostInput) { in.CoverImage = new("/uploads/a/1x1.png") }, ""},
		"NoURL": {func(in *pb.BlogPostInput) { in.CoverImage = new("cover") },
			"post.cover_image: Please enter a valid URL"},
		// The pages' content security policy allows images from https only.
		"UnsafeCover": {func(in *pb.BlogPostInput) { in.CoverImage = new("http://art.example/1.png") },
			"post.cover_image: Please enter a picture address that begins with https://"},
		"ManyTags": {func(in *pb.BlogPostInput) {
			in.Tags = &pb.StringList{Values: strings.Split("a b c d e f g h i j k", " ")}
		}, "post.tags: Maximum 10 tags of up to 30 characters each"},
		"LongTag": {func(in *pb.BlogPostInput) { in.Tags = &pb.StringList{Values: []string{strings.Repeat("é", 31)}} },
			"post.tags: Maximum 10 tags of up to 30 characters each"},
		"TagOfTwoLines": {func(in *pb.BlogPostInput) { in.Tags = &pb.StringList{Values: []string{"a\u2028b"}} },
			"post.tags: Tags must not contain line breaks or hidden control characters"},
	} {
		t.Run(name, func(t *testing.T) {
			in := &pb.BlogPostInput{Title: new("Kiln"), Content: new("It burns.")}
			test.change(in)
			err := protovalidate.Validate(&pb.CreateBlogPostRequest{Post: in})
			if (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
				t.Errorf("%v, want %q", err, test.message)
			}
		})
	}
	for text, message := range map[string]string{
		"Nice": "", " \n ": "Content is required",
		strings.Repeat("é", 5001): "Comment must be 5,000 characters or less",
	} {
		err := protovalidate.Validate(&pb.CreateBlogCommentRequest{Content: text})
		if (err == nil) != (message == "") || err != nil && !strings.Contains(err.Error(), message) {
			t.Errorf("%v, want %q", err, message)
		}
	}
}
