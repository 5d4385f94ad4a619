#!/bin/sh
# Makes the first file system of the guest: busybox and the modules that reach the host's files. Its own root is the
# host's, read-only, under a layer in memory, so that the guest runs what was built without installing anything.
#
#   initramfs.sh KERNEL OUTPUT
set -eu
kernel=$1 output=$2 version=$(ls "$1/lib/modules")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/bin" "$root/dev" "$root/proc" "$root/sys" "$root/new" "$root/modules"
cp "$(command -v busybox)" "$root/bin/busybox"
for name in sh mount mkdir insmod poweroff cat echo chroot; do ln -s busybox "$root/bin/$name"; done

# Each module after those that it needs.
for module in virtio_pci 9pnet_virtio 9p overlay; do
  modprobe -d "$kernel" -S "$version" --show-depends "$module" | awk '$1 == "insmod" { print $2 }'
done | awk '!seen[$0]++' | while read -r file; do
  cp "$file" "$root/modules/"
  basename "$file" >>"$root/modules/order"
done

cat >"$root/init" <<'INIT'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in $(cat /modules/order); do insmod "/modules/$module"; done
mkdir -p /host /layer
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host /host
mount -t tmpfs tmpfs /layer
mkdir -p /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work overlay /new
for name in proc sys dev; do mount --move /$name /new/$name; done
mkdir -p /new/dev/shm /new/dev/pts /new/mnt/out
mount -t tmpfs tmpfs /new/dev/shm
mount -t tmpfs tmpfs /new/run
mount -t tmpfs tmpfs /new/tmp
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 out /new/mnt/out
chroot /new /bin/bash /mnt/out/guest.sh >/new/mnt/out/log 2>&1
echo $? >/new/mnt/out/status
poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$output"
