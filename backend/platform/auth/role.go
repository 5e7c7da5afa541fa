package auth

import (
	"entgo.io/ent/dialect/sql"

	"uvboard/ent/user"
)

// Role is what a user may do beyond other users. Each may do what the ones before it may.
type Role = user.Role

// The roles.
const (
	RoleMember    = user.RoleMember
	RoleModerator = user.RoleModerator
	RoleAdmin     = user.RoleAdmin
)

// Admins selects users who are admins. The role is no parameter of the statement, or PostgreSQL could not tell that
// they are few and would read all users.
func Admins(s *sql.Selector) { s.Where(sql.ExprP(s.C(user.FieldRole) + " = 'admin'")) }

// Team selects moderators and admins, as Admins does.
func Team(s *sql.Selector) { s.Where(sql.ExprP(s.C(user.FieldRole) + " IN ('moderator', 'admin')")) }

// Moderates reports whether a role is that of a moderator or of an admin.
func Moderates(r Role) bool { return r == RoleModerator || r == RoleAdmin }
