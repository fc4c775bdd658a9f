#!/usr/bin/env bash
# Tags a release with its built output, not on a branch: scripts/release.sh v0.1.0
# The tag is for the action and for `npm i git+…#v0.1.0`; push it after a review.
set -euo pipefail

tag=${1:?usage: scripts/release.sh TAG, such as v0.1.0}
if [[ -n "$(git status --porcelain)" ]]; then
  echo "There are uncommitted changes: commit them first." >&2
  exit 2
fi
if [[ "$tag" != "v$(node -p 'require("./package.json").version')" ]]; then
  echo "The tag must be the version of package.json: v$(node -p 'require("./package.json").version')." >&2
  exit 2
fi
npm run build
export GIT_INDEX_FILE
GIT_INDEX_FILE=$(mktemp)
git read-tree HEAD
git add --force dist/src dist/suites dist/chunks
commit=$(git commit-tree "$(git write-tree)" -p HEAD -m "release $tag, with its built output")
git tag "$tag" "$commit"
echo "$tag is $commit: git push origin $tag"
