#!/usr/bin/env bash
# Tags a release that holds its built output, beside the branch and not on it: scripts/release.sh v0.1.0
# What it tags is for the action and for `npm i git+…#v0.1.0`; push the tag when it has been looked at.
set -euo pipefail

tag=${1:?usage: scripts/release.sh TAG, such as v0.1.0}
if [[ -n "$(git status --porcelain)" ]]; then
  echo "There are changes that are not committed: commit them first." >&2
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
